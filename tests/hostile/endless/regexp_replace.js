'x'.replace(/x/, () => { for (;;) ; });
