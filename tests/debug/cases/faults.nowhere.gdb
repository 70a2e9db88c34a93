run
reverse-stepi
