declare module "*?worker&inline" {
  const Started: new () => Worker;
  export default Started;
}

declare module "*.css";
