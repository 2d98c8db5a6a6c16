/** Before each file of the proofs (jest.proofs.config.cjs): more of everything that asks for `atLength`. */
process.env['LEADLIGHT_AT_LENGTH'] = '1';
