print('imported module runs');
throw new TypeError('from the imported module');
