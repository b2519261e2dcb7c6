eval('for (;;) ;');
