try { }
print('never');
