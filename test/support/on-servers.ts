/** Before each file of the part `servers`: SQLite was tried by `npm test`. */
const servers = ['mariadb', 'mysql'];
const wanted = process.env['TEST_DATABASES']?.split(',').map((part) => part.trim());
process.env['TEST_DATABASES'] = servers.filter((kind) => !wanted || wanted.includes(kind)).join(',');
