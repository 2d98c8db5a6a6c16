/** Before each file of the part `at length`: properties with more cases, on SQLite. */
process.env['TEST_DATABASES'] = 'sqlite';
process.env['LEADLIGHT_AT_LENGTH'] = '1';
