/** Before each file of `npm test`: what asks for databases gets SQLite, unless others are named. */
process.env['TEST_DATABASES'] ??= 'sqlite';
