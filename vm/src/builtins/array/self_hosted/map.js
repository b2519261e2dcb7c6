// Array.prototype.map (ECMA-262 sec. 23.1.3.21)
function map(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    // A plain array comes empty, and grows as it is filled.
    const list = SpeciesList(object, length);
    const result = list === undefined ? ArraySpeciesCreate(object, length) : list;
    let k = 0;
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            AppendElement(result, k, CallWith(callback, thisArg, element, k, object));
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
    if (list !== undefined && list.length !== length) {
        list.length = length;
    }
    return result;
}
