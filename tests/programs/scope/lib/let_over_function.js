let declared = 5;
