/** An S3-compatible store of this machine, which brings no types: as much of it as tests use. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: object)
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
