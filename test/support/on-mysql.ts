/** Before each file of the proofs on MySQL: `npm run test:full` tries these on MariaDB. */
process.env['TEST_DATABASES'] = 'mysql';
