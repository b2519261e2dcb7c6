// Array.prototype.every (ECMA-262 sec. 23.1.3.6)
function every(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    let k = 0;
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            if (!CallWith(callback, thisArg, element, k, object)) {
                return false;
            }
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
    return true;
}
