// Before a bench that `npm run bench` started: it ends when that does, however that ends.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
