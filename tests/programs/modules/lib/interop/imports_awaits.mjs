import './awaits.mjs'; print('not evaluated');
