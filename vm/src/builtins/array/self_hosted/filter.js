// Array.prototype.filter (ECMA-262 sec. 23.1.3.8)
function filter(callback, thisArg) {
    const object = ToObject(this);
    const length = ToLength(object.length);
    CheckCallable(callback);
    const list = SpeciesList(object, 0);
    const result = list === undefined ? ArraySpeciesCreate(object, 0) : list;
    let to = 0;
    let k = 0;
    while (k < length) {
        const element = GetPresent(object, k);
        if (IsPresent(element)) {
            if (CallWith(callback, thisArg, element, k, object)) {
                AppendElement(result, to, element);
                to++;
            }
            k++;
        } else {
            k = NextPresent(object, k + 1);
        }
    }
    return result;
}
