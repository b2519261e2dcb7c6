'use strict';
var yield = 1;
