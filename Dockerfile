# Two stages: one compiles, the other holds what runs and nothing else: no build tool, and of the API page what a browser loads.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/console/package.json packages/console/
COPY packages/reader/package.json packages/reader/
COPY scripts/package.json scripts/
RUN npm ci --omit=dev
COPY scripts scripts
COPY config config
COPY tools tools
COPY src src
COPY packages packages
# npm leaves the compiler there, because a development package asks for it as a peer; the driver of SQLite brings SQLite's source.
RUN npm run build && npm ci --omit=dev --workspaces=false && rm -rf node_modules/@swc node_modules/@photostructure/sqlite/src \
  node_modules/swagger-ui-dist/*.map node_modules/swagger-ui-dist/swagger-ui-es-*

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/packages/console/dist packages/console/dist
COPY bin bin
COPY examples examples
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/leadlight.js"]
CMD ["serve"]
