let fromEval = 'let', functionFromEval = 'let too', property = 'and let';
