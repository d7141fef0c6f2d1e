const { Transformer } = require('@parcel/plugin')

/**
 * Says of React Router's components and contexts that making them does nothing else, so that those nobody uses are left
 * out (ADR 35), and in a production build that it warns of nothing: the package has such a build of its own, but names only the other one.
 * What is not found stays as it is: the page grows, and its budget says so.
 */
module.exports = new Transformer({
  async transform({ asset, options }) {
    const code = await asset.getCode()
    asset.setCode(
      code
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')
        .replace(/^var ENABLE_DEV_WARNINGS = true;$/m, `var ENABLE_DEV_WARNINGS = ${options.mode !== 'production'};`)
        .replace(/^\w+\.displayName = "[^"]*";$/gm, ''),
    )
    return [asset]
  },
})
