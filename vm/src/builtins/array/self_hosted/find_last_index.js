// Array.prototype.findLastIndex (ECMA-262 sec. 23.1.3.12)
function findLastIndex(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    for (let k = length - 1; k >= 0; k--) {
        const element = object[k];
        if (CallWith(callback, thisArg, element, k, object)) {
            return k;
        }
    }
    return -1;
}
