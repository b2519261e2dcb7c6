var r = /a/gg;
