const { Transformer } = require('@parcel/plugin')

/**
 * Says of React Router's components and contexts that making them does nothing else, so that those nobody uses are left
 * out (ADR 35). What is not found stays as it is: the page grows, and its budget says so.
 */
module.exports = new Transformer({
  async transform({ asset }) {
    const code = await asset.getCode()
    asset.setCode(
      code
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')
        .replace(/^\w+\.displayName = "[^"]*";$/gm, ''),
    )
    return [asset]
  },
})
