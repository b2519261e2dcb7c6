// Array.prototype.findIndex (ECMA-262 sec. 23.1.3.10)
function findIndex(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    for (let k = 0; k < length; k++) {
        const element = object[k];
        if (CallWith(callback, thisArg, element, k, object)) {
            return k;
        }
    }
    return -1;
}
