// Array.prototype.reduce (ECMA-262 sec. 23.1.3.24)
function reduce(callback, initial) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    let k = 0;
    let accumulator = initial;
    if (ArgumentCount() < 2) {
        for (;;) {
            if (k >= length) {
                ThrowTypeError("Reduce of empty array with no initial value");
            }
            accumulator = GetPresent(object, k);
            k++;
            if (IsPresent(accumulator)) {
                break;
            }
            k = NextPresent(object, k);
        }
    }
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            accumulator = CallWith(callback, undefined, accumulator, element, k, object);
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
    return accumulator;
}
