// Array.prototype.some (ECMA-262 sec. 23.1.3.29)
function some(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    let k = 0;
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            if (CallWith(callback, thisArg, element, k, object)) {
                return true;
            }
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
    return false;
}
