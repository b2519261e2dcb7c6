// A rejection that nobody handles ends the program with code 1, after the job queue.
Promise.reject(new Error('handled later')).catch(() => print('handled'));
async function fails() {
  await null;
  throw new RangeError('unhandled rejection text');
}
fails();
print('script ends');
