// [[Get]] of a proxy that is the receiver, on which it is called (ECMA-262 sec. 10.5.8)
function get(key) {
    const handler = ProxyHandler(this);
    if (!IsPresent(handler)) {
        ThrowTypeError("Cannot perform 'get' on a proxy that has been revoked");
    }
    const target = ProxyTarget(this);
    const trap = handler.get;
    if (trap === undefined || trap === null) {
        const value = GetFrom(target, key, this);
        return value;
    }
    CheckTrap(trap, handler, "get");
    const answer = CallWith(trap, handler, target, key, this);
    CheckGetTrap(target, key, answer);
    return answer;
}
