globalThis.throwsCount = (globalThis.throwsCount ?? 0) + 1;
throw new RangeError('thrown ' + globalThis.throwsCount);
