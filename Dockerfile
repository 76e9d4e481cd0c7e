# A hub in a container, its data in the volume /data:
#
#	docker build -t progress-hub .
#	docker run -p 8787:8787 -v hub-data:/data -e HUB_AUTH_TOKEN progress-hub
#
# It listens on all of the container's addresses and so refuses to start without a token. For
# HTTPS of its own, give it the folder of a Caddyfile that begins as
# docs/caddyfile/https.Caddyfile:
#
#	docker run --name hub -p 80:80 -p 443:443 -v hub-data:/data -e HUB_AUTH_TOKEN \
#		-v /etc/hub:/etc/hub:ro --no-healthcheck progress-hub run --config /etc/hub/Caddyfile
#
# The health check asks at HUB_LISTEN, where serve listens. With a Caddyfile there is nothing,
# unless the file has a site for it: http://127.0.0.1:8787 with bind 127.0.0.1 and hub.
#
# After a change of that file, check it and then apply it without a restart:
#
#	docker exec hub hub validate --config /etc/hub/Caddyfile
#	docker kill -s USR1 hub
#
# The hub ends within 8 s, whatever its clients do: the 10 s of docker stop are enough.

# The image is pinned: tag and digest change together (docker buildx imagetools inspect).
FROM golang:1.26.8@sha256:0f063af2d465d8dcae54cce04278ada488b96f77b42449c8d071e47d016cc65a AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The tags are those that Caddy is released with.
RUN CGO_ENABLED=0 go build -trimpath -tags nobadger,nomysql,nopgx,grpcnotrace -ldflags '-s -w' -o /out/hub ./cmd/hub
# The folders must exist with their owner: there is no shell below to make them.
RUN mkdir -p /out/data /out/tmp && chmod 0700 /out/data && chmod 1777 /out/tmp

# .ci/release/image reads this stage, too, and makes the released image from it.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/hub /usr/bin/hub
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build /out/tmp /tmp
USER 65532:65532
# Certificates, when a Caddyfile asks for them, belong into the volume too: /data/caddy.
ENV PATH=/usr/bin HOME=/data HUB_DATA_DIR=/data HUB_LISTEN=0.0.0.0:8787 XDG_DATA_HOME=/data XDG_CONFIG_HOME=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/usr/bin/hub", "health"]
ENTRYPOINT ["/usr/bin/hub"]
CMD ["serve"]
