/** Before each file of the part `MariaDB`: SQLite was tried by `npm test`, and MySQL runs the suites of the store. */
process.env['TEST_DATABASES'] ??= 'mariadb';
