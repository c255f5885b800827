import packageJson from '../package.json' with { type: 'json' };

/** The id by which an editor knows the extension: `publisher.name`. */
export const extensionId = `${packageJson.publisher}.${packageJson.name}`;
