// An assignment to a property of a proxy, on which it is called (ECMA-262 sec. 10.5.9, 6.2.5.6)
function set(key, value, strict) {
    const handler = ProxyHandler(this);
    if (!IsPresent(handler)) {
        ThrowTypeError("Cannot perform 'set' on a proxy that has been revoked");
    }
    const target = ProxyTarget(this);
    const trap = handler.set;
    if (trap === undefined || trap === null) {
        if (!SetFrom(target, key, value, this)) {
            RefuseSet(this, key, strict);
        }
        return;
    }
    CheckTrap(trap, handler, "set");
    if (CallWith(trap, handler, target, key, value, this)) {
        CheckSetTrap(target, key, value);
    } else {
        RefuseSet(this, key, strict);
    }
}
