// Found before anything runs, however deep in a function that is never called.
print('never');
function never() {
  return function () {
    return () => {
      let x = 1;
      let x = 2;
    };
  };
}
