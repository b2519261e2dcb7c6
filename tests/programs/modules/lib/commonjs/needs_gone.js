require('./also_gone');
