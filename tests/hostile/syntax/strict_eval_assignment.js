'use strict';
eval = 1;
