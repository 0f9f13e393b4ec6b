# The three tools, with the software Vulkan device of Mesa: docker build -t tfir . && docker run --rm -i tfir tf-opt --help
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip wheel --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libvulkan1 mesa-vulkan-drivers \
 && rm -rf /var/lib/apt/lists/*
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/tfir-*.whl)[cpu,images]" && rm -r /wheels
RUN useradd --create-home user
USER user
WORKDIR /work
CMD ["tf-opt", "--help"]
