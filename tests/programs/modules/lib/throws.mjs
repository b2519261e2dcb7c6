globalThis.throwsRan = (globalThis.throwsRan || 0) + 1;
throw new RangeError('thrown by the module');
