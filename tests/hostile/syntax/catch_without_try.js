print('never');
catch (e) { }
