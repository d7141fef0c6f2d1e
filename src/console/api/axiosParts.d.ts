/** Types of the parts of Axios that are imported one by one; the package has them for the whole only. */
declare module 'axios/unsafe/adapters/xhr.js' {
  import type { AxiosHeaders, AxiosRequestConfig, AxiosResponse } from 'axios'
  export default function send(config: AxiosRequestConfig): Promise<AxiosResponse & { readonly headers: AxiosHeaders }>
}
declare module 'axios/unsafe/cancel/isCancel.js' {
  export { isCancel as default } from 'axios'
}
