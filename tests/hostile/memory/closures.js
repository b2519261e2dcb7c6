let f = () => 0;
for (let i = 0; ; i++) { const g = f; f = () => g() + i; }
