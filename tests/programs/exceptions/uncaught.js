// An uncaught error ends the program with code 1 and is shown with its place.
print('before');
function fails() {
  throw new TypeError('nobody catches this');
}
try {
  print('in try');
  fails();
} finally {
  print('finally runs');
}
print('never');
