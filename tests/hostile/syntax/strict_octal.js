'use strict';
var x = 1;
var y = 010;
