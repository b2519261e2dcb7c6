await null;
throw new Error('thrown after await');
