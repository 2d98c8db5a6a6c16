/** The name of the service (`BRAND_NAME`), as its document says it: known before anyone has signed in. */
export const brand = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Leadlight';
