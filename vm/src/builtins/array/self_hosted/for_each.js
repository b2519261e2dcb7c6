// Array.prototype.forEach (ECMA-262 sec. 23.1.3.15)
function forEach(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    let k = 0;
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            CallWith(callback, thisArg, element, k, object);
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
}
