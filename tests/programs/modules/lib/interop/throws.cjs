throw new Error('thrown by CommonJS');
