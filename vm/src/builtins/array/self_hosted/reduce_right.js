// Array.prototype.reduceRight (ECMA-262 sec. 23.1.3.25)
function reduceRight(callback, initial) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    let k = length - 1;
    let accumulator = initial;
    if (ArgumentCount() < 2) {
        for (;;) {
            if (k < 0) {
                ThrowTypeError("Reduce of empty array with no initial value");
            }
            accumulator = GetPresent(object, k);
            if (IsPresent(accumulator)) {
                k--;
                break;
            }
            k = PreviousPresent(object, k) - 1;
        }
    }
    while (k >= 0) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            accumulator = CallWith(callback, undefined, accumulator, element, k, object);
            k--;
        } else {
            k = PreviousPresent(object, k) - 1;
        }
    }
    return accumulator;
}
