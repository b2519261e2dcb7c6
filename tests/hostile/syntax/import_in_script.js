print('never');
with ({}) print('a script');
import x from './y.mjs';
