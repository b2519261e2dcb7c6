Promise.resolve().then(() => { for (;;) ; });
print('the script itself ends');
