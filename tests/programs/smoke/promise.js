// The job queue runs after the script.
Promise.resolve(1).then((v) => print('then', v));
(async () => { print('async', await 2); })();
print('script');
