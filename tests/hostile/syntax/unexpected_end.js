print('never'
