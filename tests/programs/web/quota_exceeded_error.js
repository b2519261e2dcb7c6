// QuotaExceededError: a DOMException with numbers.
// oracle: by hand
const e = new QuotaExceededError('too much', { quota: 5, requested: 7.5 });
print(e.name, e.message, e.code, e.quota, e.requested, e instanceof DOMException, e instanceof Error);
print(Object.prototype.toString.call(e), String(e), e.stack.split('\n')[0]);
const bare = new QuotaExceededError();
print(bare.quota, bare.requested, JSON.stringify(bare.message));
for (const options of [{ quota: -1 }, { requested: -1 }, { quota: 2, requested: 1 }, { quota: NaN }, { requested: 'x' }, 1]) {
  try {
    new QuotaExceededError('', options);
    print('made');
  } catch (error) {
    print(error.constructor.name);
  }
}
print(new QuotaExceededError('', null).quota, new QuotaExceededError('', { quota: '3' }).quota);
const clone = structuredClone(e);
print(clone instanceof QuotaExceededError, clone.quota, clone.requested, clone.message, clone !== e);
try {
  crypto.getRandomValues(new Uint8Array(65537));
} catch (error) {
  print(error instanceof QuotaExceededError, error.quota, error.code);
}
try {
  Object.getOwnPropertyDescriptor(QuotaExceededError.prototype, 'quota').get.call(new DOMException());
} catch (error) {
  print(error instanceof TypeError);
}
