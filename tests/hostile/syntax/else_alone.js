else print('never');
