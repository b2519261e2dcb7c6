// Array.prototype.find (ECMA-262 sec. 23.1.3.9)
function find(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    for (let k = 0; k < length; k++) {
        const element = object[k];
        if (CallWith(callback, thisArg, element, k, object)) {
            return element;
        }
    }
    return undefined;
}
